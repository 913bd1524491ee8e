import type { Connection } from './connection.ts'
import { object, params, parse } from './params.ts'

const permissionParams = params(object({ eth_accounts: object({}) }))

type Permission = {
  invoker: string
  parentCapability: string
  caveats: { type: string; value: string[] }[]
}
type PermissionMethods = {
  wallet_getPermissions: () => Permission[]
  wallet_requestPermissions: (given: unknown) => Promise<Permission[]>
  wallet_revokePermissions: (given: unknown) => null
}

/** The EIP-2255 permissions. The only one is to see the wallet's address. */
export function createPermissions(
  { accounts, disconnect }: Connection,
  requestAccounts: () => Promise<string[]>,
): PermissionMethods {
  function granted(): Permission[] {
    const caveats = [{ type: 'restrictReturnedAccounts', value: accounts() }]
    const permission = { invoker: location.origin, parentCapability: 'eth_accounts', caveats }
    return accounts().length === 0 ? [] : [permission]
  }
  return {
    wallet_getPermissions: granted,
    async wallet_requestPermissions(given: unknown) {
      parse(permissionParams, given)
      await requestAccounts()
      return granted()
    },
    wallet_revokePermissions(given: unknown): null {
      parse(permissionParams, given)
      disconnect()
      return null
    },
  }
}
