/** The toast for a visitor whom a purchase sent to the login. */
export const LOGIN_NEEDED = {
  title: 'Authentication Required',
  description: 'Please log in or register to finish your purchase.',
}
