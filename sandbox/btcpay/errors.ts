/** A refusal in the Greenfield API's error shape. */
export class BtcpayApiError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 422,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}
