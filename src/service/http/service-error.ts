import { ApiError, apiError } from '#server-kit/http/http-error.ts'

/** The service answers errors of the specification's catalogue, and no others. */
export const ServiceError = ApiError
export type ServiceError = ApiError
export const serviceError = apiError
