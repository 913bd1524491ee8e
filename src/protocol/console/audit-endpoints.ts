import * as z from 'zod/mini'
import {
  auditFacetsSchema,
  auditPageSchema,
  auditProofQuerySchema,
  auditProofSchema,
  exportAuditQuerySchema,
  listAuditQuerySchema,
} from '#protocol/audit.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** The organization's audit log. Nothing changes it, and the read-only role lets auditors read it (ADR 0020). */
export const AUDIT_ENDPOINTS = {
  listAudit: consoleEndpoint('GET', '/api/audit', 'read-only', {
    query: listAuditQuerySchema,
    answer: auditPageSchema,
  }),
  getAuditFacets: consoleEndpoint('GET', '/api/audit/facets', 'read-only', {
    query: z.strictObject({}),
    answer: auditFacetsSchema,
  }),
  proveAudit: consoleEndpoint('GET', '/api/audit/proof', 'read-only', {
    query: auditProofQuerySchema,
    answer: auditProofSchema,
  }),
  exportAudit: consoleEndpoint('GET', '/api/audit/export', 'read-only', {
    action: 'audit.exported',
    query: exportAuditQuerySchema,
    answer: 'file',
  }),
}
