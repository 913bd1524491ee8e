import type { Config } from '#protocol/deployment-config.ts'

/** `GET /api/baas/config` for a development chain without a fee. */
export const CONFIG = {
  profile: 1,
  chainId: 31_337,
  factory: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  fee: null,
  approvalUrl: '',
  features: [],
} satisfies Config
