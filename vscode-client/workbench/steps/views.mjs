export const workspace = () => ({});
export async function run() {}
