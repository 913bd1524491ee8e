/** The attribute for a prop or option: `token-address` for `tokenAddress`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
