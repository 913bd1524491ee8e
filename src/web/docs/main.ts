import MiniSearch from 'minisearch'
import * as z from 'zod/mini'
import './styles.css'

const RESULTS_MAX = 12
const EXCERPT_LENGTH = 160

const partsSchema = z.array(
  z.object({ url: z.string(), page: z.string(), heading: z.string(), text: z.string() }),
)
type Part = z.infer<typeof partsSchema>[number]

/** Loads the search index of all pages. Called once, when the search is first used. */
async function openIndex(): Promise<(query: string) => Part[]> {
  const answer = await fetch('search.json')
  const parts = partsSchema.parse(await answer.json())
  const index = new MiniSearch<Part & { id: number }>({
    fields: ['heading', 'page', 'text'],
    searchOptions: { prefix: true, fuzzy: 0.15, boost: { heading: 4, page: 2 }, combineWith: 'AND' },
  })
  index.addAll(parts.map((part, id) => ({ ...part, id })))
  return (query) =>
    index
      // Readers seldom look for the reason of a decision, so decision records rank lower.
      .search(query, { boostDocument: (id) => (parts[id]?.url.startsWith('adr-') === true ? 0.3 : 1) })
      .slice(0, RESULTS_MAX)
      .flatMap(({ id }) => parts[id] ?? [])
}

function startSearch(input: HTMLInputElement, results: HTMLElement): void {
  let opened: ReturnType<typeof openIndex> | undefined
  const links = () => [...results.querySelectorAll('a')]
  const close = () => void (results.hidden = true)
  const show = async () => {
    opened ??= openIndex()
    const query = input.value.trim()
    const find = await opened.catch(() => undefined)
    if (find === undefined) opened = undefined
    // Drops results for an earlier text, because the reader has typed more in the meantime.
    if (query !== input.value.trim()) return
    results.hidden = query === ''
    results.replaceChildren(
      ...(find === undefined
        ? [sentence('The search could not be read. Type on to try again.')]
        : found(query, find(query))),
    )
  }
  const step = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') {
      close()
      input.focus()
    }
    if (move === undefined || results.hidden) return
    event.preventDefault()
    const position = links().findIndex((link) => link === document.activeElement) + move
    const next = links()[position]
    if (next === undefined) input.focus()
    else next.focus()
  }
  input.hidden = false
  input.addEventListener('input', () => void show())
  for (const part of [input, results]) part.addEventListener('keydown', step)
  document.addEventListener('click', ({ target }) => {
    if (target !== input) close()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
}

function found(query: string, parts: readonly Part[]): HTMLElement[] {
  if (parts.length === 0) return [sentence(`Nothing is found for “${query}”.`)]
  return parts.map(({ url, page, heading, text }) => {
    const link = document.createElement('a')
    link.href = url
    const title = document.createElement('strong')
    title.textContent = heading === page ? heading : `${heading} · ${page}`
    const excerpt = document.createElement('span')
    excerpt.textContent = cutExcerpt(query, text)
    link.append(title, excerpt)
    return link
  })
}

/** Returns the text around the first search word. */
function cutExcerpt(query: string, text: string): string {
  const places = query
    .toLowerCase()
    .split(/\s+/)
    .map((word) => text.toLowerCase().indexOf(word))
  const start = Math.max(0, Math.min(...places.filter((place) => place >= 0), text.length) - 40)
  const begin = start < text.length - 40 ? start : 0
  return `${begin > 0 ? '…' : ''}${text.slice(begin, begin + EXCERPT_LENGTH)}`
}

function sentence(text: string): HTMLElement {
  const paragraph = document.createElement('p')
  paragraph.role = 'status'
  paragraph.textContent = text
  return paragraph
}

/** Adds a button that copies the code of a figure. */
function addCopyButton(figure: HTMLElement): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(figure.querySelector('code')?.textContent ?? '').then(
      () => (button.textContent = 'Copied'),
      () => (button.textContent = 'Not allowed to copy'),
    )
  })
  figure.append(button)
}

const input = document.querySelector<HTMLInputElement>('#search')
const results = document.querySelector<HTMLElement>('#results')
if (input !== null && results !== null) startSearch(input, results)
for (const figure of document.querySelectorAll('figure')) addCopyButton(figure)
