/** One origin a line (or after a comma), without the slash that a pasted address ends with. */
export function originsOfText(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim().replace(/\/$/, ''))
    .filter((line) => line !== '')
}
