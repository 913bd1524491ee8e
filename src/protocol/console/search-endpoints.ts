import { consoleEndpoint } from './console-endpoint.ts'
import { searchQuerySchema, searchResultSchema } from './search.ts'

/** The console's search. One request finds everything, so no page loads a whole list to search it. */
export const SEARCH_ENDPOINTS = {
  searchConsole: consoleEndpoint('GET', '/api/search', 'read-only', {
    query: searchQuerySchema,
    answer: searchResultSchema,
  }),
}
