import { DEMO_ACCOUNTS } from '../scripts/seed.ts'

/** The cookies of a new session of a demo account. */
export async function logIn(base: string, username: string): Promise<string> {
  const account = DEMO_ACCOUNTS.find((one) => one.username === username)
  const answer = await post(base, '/api/auth/login', { username, password: account?.password })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** @throws Error where the answer is no success */
export async function post(base: string, path: string, body: unknown, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: base, cookie }
  const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}
