import type { ReactNode } from 'react'
import { CopyAddress } from './copy-address.tsx'
import { HexGroups } from './hex-groups.tsx'

type AddressProps = {
  /** Already checksummed. */
  address: string
  /** Buttons after the address. Null for none, in links and sentences. By default a button that copies it. */
  tools?: ReactNode
}

/** A full address. */
export function Address({ address, tools = <CopyAddress address={address} /> }: AddressProps) {
  return <HexGroups hex={address} tools={tools} />
}
