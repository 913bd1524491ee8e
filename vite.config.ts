import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import {
  defineConfig,
  type TestProjectConfiguration,
  type TestProjectInlineConfiguration,
} from 'vitest/config'
import { HangReporter, REPORT_ON_SIGNAL } from './src/service/testing/hang-reporter.ts'
import { RunOrder } from './src/service/testing/run-order.ts'
import { DEEPER_FILES, LONG_FILES, POSTGRES_FILES } from './src/service/testing/suites.ts'
import { buildDocs } from './src/web/build/build-docs.ts'
import { buildReceipt, PAGE_BUILD, PREACT } from './src/web/build/build-page.ts'
import { buildRescue } from './src/web/build/build-rescue.ts'
import { keepScripts } from './src/web/build/keep-scripts.ts'
import { refuseOldBrowsers } from './src/web/build/refuse-old-browsers.ts'

const NODE_FILES = [
  'src/{protocol,server-kit,service,bff,web/{approve,build,receipt,rescue,ui},bench,cli,contracts}/**/*.test.ts',
  'widget/**/*.test.ts',
]
const FULL_FILES = ['src/**/*.full.test.ts', 'widget/**/*.full.test.ts']
/** Tests that install and build the product from the beginning. */
const DEPLOY_FILES = ['src/cli/deploy/*.full.test.ts']
/**
 * Test files share a process and its loaded modules, because no module keeps state that a test could leave behind. The
 * option makes V8 compile the WebAssembly of the many databases only once, without a second time for speed, which would
 * be a sixth of all work.
 */
const SHARED = {
  isolate: false,
  pool: 'forks',
  execArgv: ['--liftoff-only', ...REPORT_ON_SIGNAL],
  runner: './src/service/testing/limited-loading.ts',
} satisfies TestProjectInlineConfiguration['test']
const DOM = {
  ...SHARED,
  environment: 'happy-dom',
  // Nothing that these tests wait for runs in another process.
  expect: { poll: { timeout: 30_000, interval: 25 } },
} satisfies TestProjectInlineConfiguration['test']

const TEST_MS_MAX = 300_000

function nodeProject(
  name: string,
  files: { include: string[]; exclude?: string[] },
): TestProjectConfiguration {
  return { extends: true, test: { ...SHARED, ...files, name, environment: 'node' } }
}

const QUICK_POSTGRES_FILES = POSTGRES_FILES.filter((file) => !LONG_FILES.includes(file))

/** Projects that run on Postgres: those of `npm test`, and in the full tier every other file with a database. */
const ON_POSTGRES = [
  nodeProject('postgres', { include: QUICK_POSTGRES_FILES }),
  nodeProject('postgres-rest', { include: NODE_FILES, exclude: [...FULL_FILES, ...QUICK_POSTGRES_FILES] }),
]

/**
 * Creates the API reference. The modules are loaded on demand, because only the build needs them and the tests read
 * this file too.
 */
async function apiReference(): Promise<Record<string, string>> {
  const { openApiDocument } = await import('./src/service/api-description/openapi-document.ts')
  const { renderMarkdown } = await import('./src/service/api-description/render-markdown.ts')
  return { 'docs/api.md': renderMarkdown(openApiDocument('http://localhost:4000')) }
}

/** The console's build, with the pages that are built next to it, and the projects of the unit tests. */
export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    refuseOldBrowsers(),
    keepScripts(),
    buildReceipt('dist/console'),
    buildRescue('dist/console'),
    buildDocs('dist/console', apiReference),
  ],
  build: {
    ...PAGE_BUILD,
    outDir: 'dist/console',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Groups the modules into few files on the first screen: modules that seldom change, modules that only forms
          // need, modules that every page starts with, and modules that many pages share.
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core)|zod)[\\/]/,
              priority: 4,
            },
            { name: 'forms', test: /node_modules[\\/](react-hook-form|@hookform)[\\/]/, priority: 3 },
            {
              name: 'shell',
              test: /src[\\/](?!web[\\/]console[\\/]main\.tsx)/,
              tags: ['$initial'],
              priority: 2,
            },
            {
              name: 'shared',
              test: /src[\\/]web[\\/](ui(?![\\/]call[\\/]rich)|console[\\/](components(?![\\/](table|export-|loaded|time-ago))|lib(?![\\/](use-schema-form|export-))))[\\/]|-requests\.ts$/,
              priority: 1,
              minShareCount: 10,
            },
            {
              // The parts of a line about a transaction, and the parts that the overview counts. A request for each of
              // these small files would cost more than its bytes.
              name: 'calls',
              test: /src[\\/](protocol[\\/](display|money|signing)|web[\\/]console[\\/](components[\\/]call-|features[\\/]transactions))/,
              minShareCount: 4,
            },
            {
              name: 'lists',
              test: /features[\\/].*(wallet-pages|(integration|api-key)-requests)|components[\\/](loaded|time-ago)|call[\\/]rich|wallet-owner/,
            },
            { name: 'filters', test: /components[\\/](filter-fields|search-field|day-field)/ },
          ],
        },
      },
    },
  },
  test: {
    // More workers than cores, because some files wait for processes that they started.
    maxWorkers: 4,
    sequence: { sequencer: RunOrder },
    reporters: ['default', new HangReporter({ silenceMsMax: 2 * TEST_MS_MAX })],
    // Limit for a test that hangs. A machine with ten other things to do takes twenty times as long, which is not a
    // failure.
    testTimeout: TEST_MS_MAX,
    hookTimeout: TEST_MS_MAX,
    // A busy machine is slow, not wrong.
    expect: { poll: { timeout: 120_000, interval: 25 } },
    // Ends a run in which every test of a file waits in vain for the same thing, one after the other.
    bail: 8,
    projects: [
      nodeProject('node', {
        include: NODE_FILES,
        exclude: [...FULL_FILES, ...LONG_FILES, ...POSTGRES_FILES],
      }),
      { extends: true, test: { ...DOM, name: 'dom', include: ['src/web/console/**/*.test.{ts,tsx}'] } },
      {
        test: {
          ...DOM,
          name: 'dom-approver',
          include: ['src/web/{approve,ui}/**/*.test.tsx'],
          testTimeout: 60_000,
        },
        ...PREACT,
      },
      // The tests that `npm run test:full` adds, with LATCHKEY_TIER=full.
      nodeProject('full', {
        include: [...FULL_FILES, ...DEEPER_FILES, ...LONG_FILES, ...POSTGRES_FILES],
        exclude: DEPLOY_FILES,
      }),
      nodeProject('deploy', { include: DEPLOY_FILES }),
      ...(process.env['LATCHKEY_TEST_POSTGRES'] ? ON_POSTGRES : []),
    ],
  },
})
