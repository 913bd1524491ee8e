/** The attribute of a prop or option: `tokenAddress` as `token-address`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
