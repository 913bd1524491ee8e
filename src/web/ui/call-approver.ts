import type * as z from 'zod/mini'
import { askServer, buildRequest, type EndpointInput, type EndpointOf } from './ask-server.ts'

/** Calls one endpoint of the approval app's API and returns the content. @throws ApiError */
export async function callApprover<Answer extends z.ZodMiniType>(
  row: EndpointOf<Answer>,
  input?: EndpointInput,
): Promise<z.output<Answer>> {
  return (await askServer(buildRequest('/approve/api', row, input))).content
}
