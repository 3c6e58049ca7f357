"""The state graph: every heap that public calls can build."""
