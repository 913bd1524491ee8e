import { t } from '#web/ui/text.ts'

type Problems = readonly [pattern: RegExp, message: (value: string) => string][]

/** Messages of the schemas shared with the server: English there, every language here. */
const problems = (): Problems => [
  [/^must not be empty$/, () => t('must not be empty')],
  [/^is required$/, () => t('is required')],
  [/^must be at most (\d+) characters$/, (max) => t('must be at most {max} characters', { max })],
  [/^must be at most (\d+)$/, (max) => t('must be at most {max}', { max })],
  [/^must be at least (\d+)$/, (min) => t('must be at least {min}', { min })],
  [/^must be at most (\d+) seconds$/, (max) => t('must be at most {max} seconds', { max })],
  [/^must be at most (\d+) rows at once$/, (max) => t('must be at most {max} rows at once', { max })],
  [/^must be at most (\d+) origins$/, (max) => t('must be at most {max} origins', { max })],
  [/^must be at most (\d+) ranges$/, (max) => t('must be at most {max} addresses and ranges', { max })],
  [/^must not be negative$/, () => t('must not be negative')],
  [/^must be a number$/, () => t('must be a number')],
  [/^must be a whole number$/, () => t('must be a whole number')],
  [/^must be a positive whole number$/, () => t('must be a positive whole number')],
  [/^must be a whole number in decimal digits/, () => t('must be a whole number')],
  [/^must be a whole number of seconds$/, () => t('must be a whole number of seconds')],
  [/^must be below 2\^256$/, () => t('must be below 2^256')],
  [/^must have at least one item$/, () => t('choose at least one')],
  [/^must name at least one range/, () => t('must name at least one range')],
  [/^must be a time in the future$/, () => t('must be a time in the future')],
  [/^must be an email address/, () => t('must be an email address such as name@example.com')],
  [/^must be an origin such as/, () => t('must be an origin such as https://shop.example')],
  [/^must be an https address, or empty$/, () => t('must be an https address, or empty')],
  [
    /^must be a host name such as/,
    () => t('must be a host name such as shop.example, without scheme, port and path'),
  ],
  [/^must not be localhost/, () => t('must not be localhost')],
  [/^must be an address/, () => t('must be an address: 0x followed by 40 hex digits')],
  [/^must not be the zero address/, () => t('must not be the zero address')],
  [/^must begin with whsec_/, () => t('must start with whsec_, as displayed by the service')],
  [/^must be an API key/, () => t('must be an API key: 16 to 300 letters, digits and signs')],
  [/^must not contain control characters$/, () => t('must not contain control characters')],
  [/^must not contain invisible characters$/, () => t('must not contain invisible characters')],
  [/^must be well-formed Unicode$/, () => t('must be readable text')],
  [/^has a typo/, () => t('has a typo: its checksum (the pattern of capital letters) does not match')],
  [/^choose at least one scope$/, () => t('choose at least one scope')],
  [/^choose at least one (operation|type)\b/, () => t('choose at least one')],
  [/^must not repeat/, () => t('must not contain duplicates')],
  [
    /^must be written as browsers do/,
    () => t('must be an origin: scheme and host in lower case, no default port, no path'),
  ],
  [
    /^must name a domain, such as localhost/,
    () => t('must name a domain, such as localhost: passkeys do not work at IP addresses'),
  ],
  [/^must use https outside localhost$/, () => t('must use https outside localhost')],
  [/^must be a URL such as/, () => t('must be a URL such as https://shop.example/webhooks')],
  [/^must begin with https:/, () => t('must start with https://')],
  [/^must not contain a fragment$/, () => t('must not contain a fragment (#)')],
  [/^must use port 443 or 8443$/, () => t('must use port 443 or 8443')],
  [/^must be at a public address$/, () => t('must be at a public address')],
  [/^must be an IP address or a range/, () => t('must be an IP address or a range such as 203.0.113.0/24')],
  [/^must not contain a user name or password$/, () => t('must not contain a user name or password')],
]

/** Messages about members and the people whom a policy names. */
const peopleProblems = (): Problems => [
  [
    /^must not be a member who was removed/,
    () =>
      t(
        'has been removed from the organization in the meantime. Clear this approver, and save the policy again.',
      ),
  ],
  [
    /^must be a member of the organization$/,
    () => t('is no member of the organization. Clear this approver, and save the policy again.'),
  ],
  [
    /^must not be another address of a person/,
    () => t('is another address of an approver. Every approval must come from another person.'),
  ],
  [/^must be an address that you have used/, () => t('must be an address that you have used here before')],
]

/**
 * Translates a field's message if it is known, else returns it unchanged. Schema messages follow a field's
 * name ("must be an address") or a position in the field ("line 2: must be…"). Displayed under a field, they
 * start with a capital letter.
 */
export function fieldProblem(message: string): string {
  // A field may have problems on several lines. Each is reported.
  const text = message.split('; ').map(oneProblem).join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function oneProblem(sentence: string): string {
  const [, position = '', rest = sentence] = /^(.{1,60}?: )(.+)$/s.exec(sentence) ?? []
  return known(sentence) ?? positionText(position) + (known(rest) ?? rest)
}

/**
 * Translates the position of a problem, such as `Line 2: ` or `Line 1, address: `. Any other text is the input, such
 * as a range, and is returned unchanged.
 */
function positionText(position: string): string {
  const [, line = '', column] = /^line (\d+)(?:, (address|name|note))?: $/i.exec(position) ?? []
  if (line === '') return position
  if (column === 'address') return `${t('Line {line}, address:', { line })} `
  if (column === 'name') return `${t('Line {line}, name:', { line })} `
  return `${column === 'note' ? t('Line {line}, note:', { line }) : t('Line {line}:', { line })} `
}

function known(message: string): string | undefined {
  const plain = message.charAt(0).toLowerCase() + message.slice(1)
  for (const [pattern, translate] of [...problems(), ...peopleProblems()]) {
    const found = pattern.exec(plain)
    if (found !== null) return translate(found[1] ?? '')
  }
  return undefined
}
