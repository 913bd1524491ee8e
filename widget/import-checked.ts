let tries = 0

/**
 * A module, if its content has this hash. `import()` knows no integrity, but a module that `modulepreload` has checked
 * is the one that `import()` then gets, without asking the server again (ADR 0023).
 */
export async function importChecked<Module>(address: string, integrity: string): Promise<Module> {
  // A browser remembers what it could not load; another address is another try.
  const href = `${address}?${(tries += 1)}`
  const link = document.createElement('link')
  if (!link.relList.supports('modulepreload')) throw new Error('modulepreload')
  const checked = new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = reject
  })
  Object.assign(link, { rel: 'modulepreload', crossOrigin: '', integrity, href })
  document.head.append(link)
  await checked.finally(() => link.remove())
  const module: Module = await import(/* @vite-ignore */ href)
  return module
}
