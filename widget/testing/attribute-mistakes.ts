const ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const WRONG_CAPITALS = ADDRESS.replace('F', 'f')

/** A wrong value of an attribute, and the words of its error. `code` defaults to CONFIGURATION. */
export type ValueMistake = { name: string; value: string; says: string; code?: string }

/** A wrong value for every attribute that the flow depends on. */
export const VALUE_MISTAKES: readonly ValueMistake[] = [
  { name: 'api-url', value: 'wallets.example', says: 'must be an origin such as https://wallets.example' },
  { name: 'api-url', value: '', says: 'is empty' },
  { name: 'flow', value: 'pay', says: 'must be one of create, send' },
  { name: 'rp-id', value: 'https://shop.example', says: 'must be a domain', code: 'RP_ID_MISMATCH' },
  { name: 'chain-id', value: '0x14821', says: 'must be a chain number in decimal digits' },
  { name: 'chain-id', value: 'mainnet', says: 'must be a chain number in decimal digits' },
  { name: 'chain-id', value: '', says: 'is empty' },
  { name: 'label', value: 'x'.repeat(51), says: 'must be a name of at most 50 characters' },
  { name: 'wallet-address', value: 'my.eth', says: 'must be an address' },
  { name: 'wallet-address', value: ' ', says: 'is empty' },
  { name: 'wallet-address', value: WRONG_CAPITALS, says: 'with the right capitals' },
  { name: 'token-address', value: 'DEMO', says: 'must be an address' },
  { name: 'token-address', value: 'undefined', says: 'must be an address' },
  { name: 'token-address', value: '', says: 'is empty' },
  { name: 'to', value: 'friend.eth', says: 'must be an address' },
  { name: 'to', value: `0x${'0'.repeat(40)}`, says: 'not all zero' },
  { name: 'to', value: '', says: 'is empty' },
  { name: 'amount', value: '12,50', says: 'must be an amount above 0, such as' },
  { name: 'amount', value: '0', says: 'must be an amount above 0, such as' },
  { name: 'amount', value: '1e21', says: 'must be an amount above 0, such as' },
  { name: 'amount', value: 'NaN', says: 'must be an amount above 0, such as' },
  { name: 'amount', value: ' ', says: 'is empty' },
  { name: 'token-decimals', value: '06', says: 'must be a whole number up to 255' },
  { name: 'token-decimals', value: '256', says: 'must be a whole number up to 255' },
  { name: 'token-decimals', value: '', says: 'is empty' },
  { name: 'token-symbol', value: '', says: 'is empty' },
  { name: 'max-fee', value: '1.5', says: 'must be a whole number of base units' },
  { name: 'max-fee', value: '0x7a120', says: 'must be a whole number of base units' },
  { name: 'max-fee', value: '', says: 'is empty' },
]

/** A name that is not an attribute, and the attribute that the page most likely meant and relies on. */
export const NAME_MISTAKES: readonly { name: string; meant: string }[] = [
  { name: 'recipient', meant: 'to' },
  { name: 'token', meant: 'token-address' },
  { name: 'tokenaddress', meant: 'token-address' },
  { name: 'token_address', meant: 'token-address' },
  { name: 'amuont', meant: 'amount' },
  { name: 'value', meant: 'amount' },
  { name: 'maxfee', meant: 'max-fee' },
  { name: 'max-fees', meant: 'max-fee' },
  { name: 'chainid', meant: 'chain-id' },
  { name: 'walletaddress', meant: 'wallet-address' },
  { name: 'parent-origin', meant: 'parent-origins' },
  { name: 'rpid', meant: 'rp-id' },
]
