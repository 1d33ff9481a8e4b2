/** A refusal in Stripe's error shape. */
export class StripeApiError extends Error {
  constructor(
    readonly status: 400 | 401 | 402 | 404 | 409 | 500,
    readonly error: { type: string; message: string; code?: string; param?: string },
  ) {
    super(error.message)
  }
}

/** 400: the parameters are wrong. */
export function invalidRequest(message: string, param?: string, code?: string): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, code, param })
}

/** 404: no object with that id. */
export function resourceMissing(kind: string, id: string, param = 'id'): StripeApiError {
  const message = `No such ${kind}: '${id}'`
  return new StripeApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}
