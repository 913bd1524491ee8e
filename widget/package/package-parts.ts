/** Output folder of the package, from the repository's root. */
export const PACKAGE_DIR = 'dist/package'

/**
 * The parts that the package exports. `entry` is the source of the types. A `published` part is a file that
 * the widget's build has already created, under that key of `integrity.json`. The others are built here.
 */
export const PARTS = {
  index: { entry: 'widget/index.ts', published: 'pure' },
  frame: { entry: 'widget/frame/index.ts', published: undefined },
  core: { entry: 'widget/core/index.ts', published: 'core' },
  react: { entry: 'widget/react/index.ts', published: undefined },
  provider: { entry: 'widget/provider/index.ts', published: 'provider' },
  x402: { entry: 'widget/x402/index.ts', published: 'x402' },
  wagmi: { entry: 'widget/wagmi/index.ts', published: undefined },
  server: { entry: 'widget/server/index.ts', published: undefined },
  testing: { entry: 'widget/testing-kit/index.ts', published: undefined },
} as const
export type Part = keyof typeof PARTS

export const ALL_PARTS: readonly Part[] = Object.keys(PARTS).filter((name): name is Part => name in PARTS)

/** Imports that register an element: the part with the element, and its function. */
export const DEFINES = {
  define: { part: 'index', call: 'defineLatchkeyWallet' },
  'define-frame': { part: 'frame', call: 'defineLatchkeyFrame' },
} as const satisfies Record<string, { part: Part; call: string }>
