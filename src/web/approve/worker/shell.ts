/** The built files of the app, as the build knows them. */
type Shell = {
  /** Of the files' contents: another build is another version. */
  version: string
  /** Their paths, the page first. */
  files: readonly string[]
}

/** Put in by the build (`src/web/build/build-worker.ts`). */
declare const APPROVER_SHELL: Shell

const SHELL = APPROVER_SHELL

const PREFIX = 'latchkey-approvals-'
const NAME = `${PREFIX}${SHELL.version}`
const [PAGE = '/approve'] = SHELL.files
/** On a line that is there and answers nothing, the page comes from the device after so long. */
const PATIENCE_MS = 4_000

/** Keeps the app's own files on the device: all of one version, or none. Answers of the service are never among them. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(NAME)
  await cache.addAll(SHELL.files.map((path) => new Request(path, { cache: 'reload' })))
}

export async function forgetOtherShells(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** Whether a path is the app's one page. */
export function isPage(path: string): boolean {
  return path === PAGE || path === `${PAGE}/` || path === `${PAGE}/index.html`
}

export function isShellFile(path: string): boolean {
  return SHELL.files.includes(path)
}

/** The page: the newest where the service answers in time, else the device's own. */
export async function answerPage(request: Request): Promise<Response> {
  const kept = async () => (await caches.open(NAME)).match(PAGE)
  try {
    const fresh = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return fresh.status < 500 ? fresh : ((await kept()) ?? fresh)
  } catch {
    return (await kept()) ?? Response.error()
  }
}

/** A file that is named by its content: the device's own, else the service's. */
export async function answerFile(request: Request): Promise<Response> {
  return (await (await caches.open(NAME)).match(request)) ?? fetch(request)
}
