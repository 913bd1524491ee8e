/** The app's built files, as the build lists them. */
type Shell = {
  /** Hash of the files' contents. */
  version: string
  /** Paths of the files. The page comes first. */
  files: readonly string[]
}

/** Inserted by the build (`build/build-worker.ts`). */
declare const APPROVER_SHELL: Shell

const SHELL = APPROVER_SHELL

const PREFIX = 'latchkey-approvals-'
const NAME = `${PREFIX}${SHELL.version}`
const [PAGE = '/approve'] = SHELL.files
/** Time to wait for the service before the page is served from the cache, in milliseconds. */
const PATIENCE_MS = 4_000

/** Caches the app's own files, all of one version or none. Never caches responses of the service. */
export async function cacheShell(): Promise<void> {
  const cache = await caches.open(NAME)
  await cache.addAll(SHELL.files.map((path) => new Request(path, { cache: 'reload' })))
}

export async function forgetOtherShells(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME)
  await Promise.all(others.map((name) => caches.delete(name)))
}

export function isPage(path: string): boolean {
  return path === PAGE || path === `${PAGE}/` || path === `${PAGE}/index.html`
}

export function isShellFile(path: string): boolean {
  return SHELL.files.includes(path)
}

/** Returns the newest page if the service responds in time, or the cached page. */
export async function answerPage(request: Request): Promise<Response> {
  const cached = async () => (await caches.open(NAME)).match(PAGE)
  try {
    const fresh = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return fresh.status < 500 ? fresh : ((await cached()) ?? fresh)
  } catch {
    return (await cached()) ?? Response.error()
  }
}

/** Returns a file with a hash in its name from the cache, or from the service. */
export async function answerFile(request: Request): Promise<Response> {
  return (await (await caches.open(NAME)).match(request)) ?? fetch(request)
}
