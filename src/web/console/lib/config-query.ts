import { CONFIG_ENDPOINTS } from '#protocol/organization.ts'
import { baasApi } from './api.ts'

/** The chain, the factory, the fee and the extensions of the service behind the console. */
export const configQuery = () => baasApi.query(['config'], CONFIG_ENDPOINTS.getConfig, { staleTime: 60_000 })
