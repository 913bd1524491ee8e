import { consoleEndpoint } from './console-endpoint.ts'
import { trustDescriptorsRequestSchema, trustedDescriptorsSchema } from './trusted-descriptors.ts'

/** The publishers whose registry descriptors an organization trusts. They are displayed where people sign (ADR 0024). */
export const DESCRIPTOR_ENDPOINTS = {
  getTrustedDescriptors: consoleEndpoint('GET', '/api/descriptors', 'read-only', {
    answer: trustedDescriptorsSchema,
  }),
  trustDescriptors: consoleEndpoint('PUT', '/api/descriptors', 'admin', {
    stepUp: true,
    action: 'organization.descriptors-trusted',
    body: trustDescriptorsRequestSchema,
    answer: trustedDescriptorsSchema,
  }),
}
