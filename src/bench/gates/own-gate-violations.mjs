import { lines, planted } from './planted.mjs'

const gate = (name) => ['node', [`src/bench/gates/${name}.mjs`]]
/** A definition of 26 lines. */
const record = (name) => `export const ${name} = {\n${lines(24, (n) => `  field${n}: ${n},`)}\n}\n`
const worded = (name, text, finding, folder = 'src/cli') =>
  planted(
    `words: ${name}`,
    { [`${folder}/planted-gate.ts`]: text },
    gate('check-words'),
    new RegExp(`planted-gate.*${finding.source}`),
  )

/** Violations of the gates in this folder. */
export const OWN_GATE_VIOLATIONS = [
  worded(
    'a retired word on a screen',
    "export const planted = 'smallest units'\n",
    /smallest units/,
    'src/web/ui',
  ),
  worded('a comment without a subject', '/** What is planted. */\nexport const planted = 1\n', /“What”/),
  worded('a sentence on a later line', '// Planted here.\n// Of two.\nexport const planted = 1\n', /“Of”/),
  worded('a server that answers', '/** The server answers. */\nexport const planted = 1\n', /“answers”/),
  worded('undefined as “absent:”', '/** Name; absent: none. */\nexport const planted = 1\n', /“absent:”/),
  worded(
    'a function without a verb',
    'export function plantedOf() {\n  return 1\n}\n',
    /function plantedOf/,
    'src/protocol',
  ),
  worded('the title of a test', `test('${['error', 'whoever plants it'].join(': ')}', () => 1)\n`, /“Who”/),
  planted(
    'words: a comment of a contract',
    { 'src/contracts/src/PlantedGate.sol': '/// @dev Of two keys.\ncontract PlantedGate {}\n' },
    gate('check-words'),
    /PlantedGate\.sol: “Of”/,
  ),
  planted(
    'a file with two subjects',
    { 'src/protocol/planted-gate.ts': `${record('first')}\n${record('second')}` },
    gate('check-subjects'),
    /planted-gate.ts has 2 subjects: first.* \| second/,
  ),
  planted(
    'an exception for a file that has one subject now',
    { 'widget/testing-kit/page-passkeys.ts': record('defineCredentials') },
    gate('check-subjects'),
    /page-passkeys.ts has one subject now/,
  ),
  planted(
    'texts: one that is not translated',
    {
      'src/web/console/features/wallets/planted-gate.tsx':
        'export function Planted() {\n  return <p>Planted words</p>\n}\n',
    },
    gate('check-texts'),
    /is not translated: Planted words/,
  ),
  planted(
    'texts: one that a language lacks',
    {
      'src/web/console/features/wallets/planted-gate.ts':
        "import { t } from '#web/ui/text.ts'\nexport const planted = () => t('Planted words')\n",
    },
    gate('check-texts'),
    /has no text in es: Planted words/,
  ),
  planted(
    'lock: a package without integrity',
    { 'package-lock.json': (text) => text.replace(/^ +"integrity": .*\n/m, '') },
    gate('check-lock'),
    /has no integrity/,
  ),
  planted(
    'lock: one package more in the product',
    { 'package-lock.json': (text) => text.replace(/^ +"dev": true,\n/m, '') },
    gate('check-lock'),
    /packages are in the product, more than/,
  ),
  planted(
    'lock: scripts of packages',
    { '.npmrc': (text) => text.replace('ignore-scripts=true', 'ignore-scripts=false') },
    gate('check-lock'),
    /must not run scripts/,
  ),
  planted(
    'lock: a licence that is not named',
    { 'THIRD-PARTY-NOTICES': (text) => text.replace('zod 4', 'zod 3') },
    gate('check-lock'),
    /npm run notices/,
  ),
]
