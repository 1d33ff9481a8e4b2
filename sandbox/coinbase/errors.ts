/** A refusal in the Checkouts API's error shape. */
export class CoinbaseApiError extends Error {
  constructor(
    readonly status: 400 | 401 | 404 | 409 | 500,
    message: string,
    readonly errorType = 'invalid_request',
  ) {
    super(message)
  }
}
