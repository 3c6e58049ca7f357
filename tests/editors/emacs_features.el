;;; Rename, formatting and completion in a real emacs with eglot.  -*- lexical-binding: t -*-
;; Place: tests/editors/. Run as `emacs -Q --batch -l FILE`, from 28.2 with eglot 1.9 on, in a folder of its own;
;; HEAPWRIGHT_SERVER is the command of the server, words separated by spaces, HEAPWRIGHT_ELPA where eglot lies if
;; emacs does not bring it along.  Prints `OK ...` lines, exits with 1 on failure.
(setq native-comp-enable-subr-trampolines nil
      native-comp-deferred-compilation nil
      make-backup-files nil
      create-lockfiles nil
      coding-system-for-read 'utf-8
      coding-system-for-write 'utf-8)
(when (getenv "HEAPWRIGHT_ELPA")
  (dolist (folder (file-expand-wildcards (concat (getenv "HEAPWRIGHT_ELPA") "/*")))
    (when (file-directory-p folder) (add-to-list 'load-path folder))))
(require 'eglot)
(defun say (text &rest values) (princ (concat (apply #'format text values) "\n")))
(defun die (text &rest values)
  (say "FAILED %s" (apply #'format text values))
  (kill-emacs 1))
(defun check (what wanted)
  (if (string= (buffer-string) wanted)
      (say "OK %s" what)
    (die "%s: %S" what (buffer-string))))
(define-derived-mode tiny-mode prog-mode "Tiny")
(add-to-list 'auto-mode-alist '("\\.tiny\\'" . tiny-mode))
(add-to-list 'eglot-server-programs
             (cons 'tiny-mode (split-string (getenv "HEAPWRIGHT_SERVER") " ")))
(setq eglot-sync-connect t
      eglot-connect-timeout 60
      eglot-confirm-server-edits nil
      eglot-confirm-server-initiated-edits nil)
(write-region "/* 𝒳 */ class Base { int depth; }\n" nil "base.tiny" nil 'silent)
(write-region (concat "include \"base.tiny\";\n"
                      "/* 𝒳 */ spec   DEEP(Base b) := b.depth   = 0; // 𝒳 depth\n"
                      "spec MORE(Base b) := b.\n")
              nil "main.tiny" nil 'silent)
(condition-case problem
    (with-current-buffer (find-file-noselect "main.tiny")
      (apply #'eglot (eglot--guess-contact))
      (let ((server (eglot-current-server)))
        ;; Completion behind the dot of the last line.
        (goto-char (point-max))
        (backward-char)
        (let* ((capf (eglot-completion-at-point))
               (labels (all-completions "" (nth 2 capf))))
          (if (equal (mapcar #'substring-no-properties labels) '("depth"))
              (say "OK completion")
            (die "completion: %S" labels)))
        ;; Formatting leaves the broken line alone and sets the other.
        (eglot-format-buffer)
        (check "formatting" (concat "include \"base.tiny\";\n/* 𝒳 */\n"
                                    "spec DEEP(Base b) := b.depth = 0; // 𝒳 depth\n"
                                    "spec MORE(Base b) := b.\n"))
        (goto-char (point-min))
        (search-forward "spec MORE")
        (delete-region (line-beginning-position) (point-max))
        (goto-char (point-min))
        (search-forward "b.dep")
        ;; A timer would send the changes, but none runs in batch mode.
        (eglot--signal-textDocument/didChange)
        ;; A rename that cannot be says why.
        (condition-case refused
            (progn (eglot-rename "while") (die "refusal: there was none"))
          (error (if (string-match-p "is a word of the language" (format "%S" refused))
                     (say "OK refusal")
                   (die "refusal: %S" refused))))
        ;; A rename reaches the included file.
        (cl-letf (((symbol-function 'y-or-n-p) (lambda (&rest _) t)))
          (eglot-rename "height"))
        (check "rename" (concat "include \"base.tiny\";\n/* 𝒳 */\n"
                                "spec DEEP(Base b) := b.height = 0; // 𝒳 depth\n"))
        (with-current-buffer (find-file-noselect "base.tiny")
          (check "rename across files" "/* 𝒳 */ class Base { int height; }\n"))
        (set-buffer-modified-p nil)
        (eglot-shutdown server)))
  (error (die "%S" problem)))
(kill-emacs 0)
