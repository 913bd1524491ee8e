/** A policy: its directives in order, with sources as written. */
export type ContentPolicy = Map<string, string[]>

type Kind = 'script' | 'connect' | 'frame'

const FALLBACKS: Record<Kind, readonly string[]> = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
  frame: ['frame-src', 'child-src', 'default-src'],
}

/**
 * The URL to load and, for a script, the attributes of its tag. `published`: the hash under which this server serves
 * the file. `isTagless`: another script loads the file, not a tag of the page.
 */
export type Loaded = {
  url: URL
  integrity?: string
  nonce?: string
  published?: string | undefined
  isTagless?: boolean
}

/**
 * Maximum length of a header or element that is parsed, in characters, and maximum policies in it. The longest
 * real ones have about 10,000 characters.
 */
const POLICY_LENGTH_MAX = 32_768
const POLICIES_MAX = 20

/** Whether `parsePolicies` parses every policy of the text completely. */
export function isReadWhole(text: string): boolean {
  return text.length <= POLICY_LENGTH_MAX && text.split(',', POLICIES_MAX + 1).length <= POLICIES_MAX
}

/**
 * Parses the policies of a header. Commas separate several policies, and a load must pass each one (CSP 3,
 * 3.1).
 */
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
    // Only the first of repeated directives applies.
    if (name !== '' && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources)
  }
  return policy
}

/** The directive that applies. Undefined if the policy does not restrict this kind. */
export function decidingDirective(
  policy: ContentPolicy,
  kind: Kind,
): { name: string; sources: string[] } | undefined {
  const name = FALLBACKS[kind].find((one) => policy.has(one))
  return name === undefined ? undefined : { name, sources: policy.get(name) ?? [] }
}

/**
 * Whether a policy allows a page to load a URL. For a script, this includes the files that it loads from the same
 * server.
 */
export function allows(policy: ContentPolicy, kind: Kind, loaded: Loaded, pageUrl: URL): boolean {
  const directive = decidingDirective(policy, kind)
  if (directive === undefined) return true
  const { sources } = directive
  // A nonce or a hash covers one file. Only `strict-dynamic` allows that file to load others. Browsers then ignore
  // the hosts.
  if (isStrictDynamic(kind, sources)) return loaded.isTagless === true || isNamed(loaded, sources)
  return sources.some((source) => matches(source, loaded.url, pageUrl))
}

/** Whether browsers ignore the hosts of a directive. Keywords have any case. */
function isStrictDynamic(kind: Kind, sources: readonly string[]): boolean {
  return kind === 'script' && sources.some((source) => source.toLowerCase() === "'strict-dynamic'")
}

/** Whether the sources contain the nonce or a hash of a script's tag. */
function isNamed({ nonce = '', integrity }: Loaded, sources: readonly string[]): boolean {
  const isNonceNamed = nonce !== '' && sources.includes(`'nonce-${nonce}'`)
  return isNonceNamed || hashSources(integrity).some((hash) => sources.includes(hash))
}

/** Converts an `integrity` attribute to sources. */
function hashSources(integrity: string = ''): string[] {
  return integrity
    .split(/\s+/)
    .filter((hash) => hash !== '')
    .map((hash) => `'${hash}'`)
}

/** Whether a policy allows a page of another origin to frame this one. */
export function allowsAncestor(policy: ContentPolicy, parent: URL, pageUrl: URL): boolean {
  const sources = policy.get('frame-ancestors')
  return sources === undefined || sources.some((source) => matches(source, parent, pageUrl))
}

/**
 * Returns the directive with the origin added, or with the script's hash if browsers ignore hosts in it. Adds nothing
 * else. Undefined if hosts are ignored and the hash is unknown.
 */
export function withOrigin(
  policy: ContentPolicy,
  kind: Kind,
  { url, integrity, published }: Loaded,
): string | undefined {
  const directive = decidingDirective(policy, kind)
  const sources = (directive?.sources ?? []).filter((source) => source.toLowerCase() !== "'none'")
  const added = isStrictDynamic(kind, sources) ? hashSources(published ?? integrity) : [url.origin]
  if (added.length === 0) return undefined
  const own = `${kind}-src`
  // Extending a fallback would allow more than needed, so the page gets a separate directive.
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
