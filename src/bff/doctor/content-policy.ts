/** One policy: its directives in their order, sources as written. */
export type ContentPolicy = Map<string, string[]>

type Kind = 'script' | 'connect' | 'frame'

const FALLBACKS: Record<Kind, readonly string[]> = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
  frame: ['frame-src', 'child-src', 'default-src'],
}

/** The address to load, and for a script the attributes of its tag. */
export type Loaded = { url: URL; integrity?: string; nonce?: string }

/** Characters of a header or an element that are read, and policies in it. The longest real ones have some 10,000. */
const POLICY_LENGTH_MAX = 32_768
const POLICIES_MAX = 20

/** Whether `parsePolicies` reads every policy of a text, to its end. */
export function isReadWhole(text: string): boolean {
  return text.length <= POLICY_LENGTH_MAX && text.split(',', POLICIES_MAX + 1).length <= POLICIES_MAX
}

/** The policies of a header: several in one are separated by commas, and each has to allow (CSP 3, 3.1). */
export function parsePolicies(text: string): ContentPolicy[] {
  return text
    .slice(0, POLICY_LENGTH_MAX)
    .split(',', POLICIES_MAX)
    .map(parsePolicy)
    .filter((policy) => policy.size > 0)
}

function parsePolicy(text: string): ContentPolicy {
  const policy: ContentPolicy = new Map()
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/)
    // Only the first of repeated directives counts.
    if (name !== '' && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources)
  }
  return policy
}

/** The directive that decides, or `undefined` without a restriction. */
export function decidingDirective(policy: ContentPolicy, kind: Kind) {
  const name = FALLBACKS[kind].find((one) => policy.has(one))
  return name === undefined ? undefined : { name, sources: policy.get(name) ?? [] }
}

/** Whether a policy lets a page load something; for a script, with the files that it loads from the same place. */
export function allows(policy: ContentPolicy, kind: Kind, loaded: Loaded, pageUrl: URL): boolean {
  const directive = decidingDirective(policy, kind)
  if (directive === undefined) return true
  const { sources } = directive
  // A nonce or a hash is of one file. Only with this keyword may that file load the others; hosts do not count then.
  if (kind === 'script' && sources.includes(STRICT_DYNAMIC)) return isNamed(loaded, sources)
  return sources.some((source) => matches(source, loaded.url, pageUrl))
}

const STRICT_DYNAMIC = "'strict-dynamic'"

/** Whether the sources have the nonce or a hash of a script's tag. */
function isNamed({ nonce = '', integrity }: Loaded, sources: readonly string[]): boolean {
  const isNonceNamed = nonce !== '' && sources.includes(`'nonce-${nonce}'`)
  return isNonceNamed || hashSources(integrity).some((hash) => sources.includes(hash))
}

/** The hashes of an `integrity` attribute as sources. */
function hashSources(integrity: string = ''): string[] {
  return integrity
    .split(/\s+/)
    .filter((hash) => hash !== '')
    .map((hash) => `'${hash}'`)
}

/** Whether a policy lets a page of another origin frame this one. */
export function allowsAncestor(policy: ContentPolicy, parent: URL, pageUrl: URL): boolean {
  const sources = policy.get('frame-ancestors')
  return sources === undefined || sources.some((source) => matches(source, parent, pageUrl))
}

/** The directive with the origin added, or the script's hash where hosts do not count; and nothing else allowed. */
export function withOrigin(policy: ContentPolicy, kind: Kind, { url, integrity }: Loaded): string {
  const directive = decidingDirective(policy, kind)
  const sources = (directive?.sources ?? []).filter((source) => source.toLowerCase() !== "'none'")
  const hashes = kind === 'script' && sources.includes(STRICT_DYNAMIC) ? hashSources(integrity) : []
  const added = hashes.length > 0 ? hashes : [url.origin]
  const own = `${kind}-src`
  // Widening a fallback would allow more than this: the page gets a directive of its own instead.
  const name = directive === undefined || directive.name === 'default-src' ? own : directive.name
  return `${[name, ...sources, ...added].join(' ')};`
}

function matches(source: string, url: URL, pageUrl: URL): boolean {
  const text = source.toLowerCase()
  if (text === '*') return url.protocol === 'https:' || url.protocol === pageUrl.protocol
  if (text === "'self'") return url.origin === pageUrl.origin
  if (text.startsWith("'")) return false
  if (/^[a-z][a-z0-9+.-]*:$/.test(text))
    return text === url.protocol || (text === 'http:' && url.protocol === 'https:')
  const [, scheme, host = '', port, path] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/.exec(source) ?? []
  if (host === '') return false
  const wanted = scheme?.toLowerCase() ?? pageUrl.protocol.slice(0, -1)
  const actual = url.protocol.slice(0, -1)
  if (wanted !== actual && !(wanted === 'http' && actual === 'https')) return false
  const name = host.toLowerCase()
  if (name.startsWith('*.') ? !url.hostname.endsWith(name.slice(1)) : name !== url.hostname) return false
  const standard = actual === 'https' ? '443' : '80'
  if (port !== '*' && (port ?? standard) !== (url.port || standard)) return false
  return path === undefined || (path.endsWith('/') ? url.pathname.startsWith(path) : path === url.pathname)
}
