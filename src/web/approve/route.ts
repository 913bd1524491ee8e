import { useEffect, useState } from 'preact/hooks'

/**
 * The app's route, read from the fragment of the URL. One page serves all routes, and no token reaches a server's
 * log.
 */
export type Route =
  | { page: 'inbox' }
  | { page: 'history' }
  | { page: 'settings' }
  | { page: 'enrol'; invitation: string }
  | { page: 'transaction'; transactionUuid: string }
  | { page: 'message'; messageUuid: string }
  | { page: 'wallet'; walletAddress: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ADDRESS = /^0x[0-9a-f]{40}$/i

export function readRoute(fragment: string): Route {
  if (fragment === '#history') return { page: 'history' }
  if (fragment === '#settings') return { page: 'settings' }
  const parameters = new URLSearchParams(fragment.slice(1))
  const invitation = parameters.get('invite')
  if (invitation !== null && invitation !== '') return { page: 'enrol', invitation }
  const transactionUuid = parameters.get('transaction')
  if (transactionUuid !== null && UUID.test(transactionUuid)) return { page: 'transaction', transactionUuid }
  const messageUuid = parameters.get('message')
  if (messageUuid !== null && UUID.test(messageUuid)) return { page: 'message', messageUuid }
  const walletAddress = parameters.get('wallet')
  if (walletAddress !== null && ADDRESS.test(walletAddress)) return { page: 'wallet', walletAddress }
  return { page: 'inbox' }
}

export const hrefs = {
  inbox: '#',
  history: '#history',
  settings: '#settings',
  transaction: (uuid: string): string => `#transaction=${uuid}`,
  message: (uuid: string): string => `#message=${uuid}`,
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => readRoute(location.hash))
  useEffect(() => {
    const read = () => setRoute(readRoute(location.hash))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return route
}
