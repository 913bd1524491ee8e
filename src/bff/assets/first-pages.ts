/** How index.html has the element that the console is drawn in; a picture of the page comes into it. */
export const ROOT = '<div id="root">'

/**
 * The pages that a visit mostly begins at. Each has a form of index.html that names the code of the page as well: the
 * browser asks for it together with the rest, instead of when the rest has run. `module`: how its path ends.
 */
export const FIRST_PAGES = [
  { path: '/', module: '/overview-page.tsx', file: 'pages/overview.html' },
  { path: '/wallets', module: '/wallets-page.tsx', file: 'pages/wallets.html' },
] as const
