export type DeploymentTables = {
  /** One row with the id 1. */
  deployment: {
    id: number
    /** Names the key that secrets at rest are sealed with (`secretKeyId`); tells nothing of it. */
    secret_key_id: string
    created_at: Date
  }
}
