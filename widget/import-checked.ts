let tries = 0

/**
 * Imports a module if its content has this hash. `import()` has no integrity check. After `modulepreload` has
 * checked a module, `import()` uses it without another request (ADR 0023).
 */
export async function importChecked<Module>(address: string, integrity: string): Promise<Module> {
  // Browsers remember a failed load by its address, so each attempt uses another address.
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
