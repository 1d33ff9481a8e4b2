import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { aUser } from '../testing/clients.ts'
import { ask, SHOP } from '../testing/shop.ts'
import { locationHint, type RequestPlace } from './location-hint.ts'

test.each<[RequestPlace | undefined, DurableObjectLocationHint | undefined]>([
  [{ continent: 'EU', country: 'DE', longitude: '13.4' }, 'weur'],
  [{ continent: 'EU', country: 'PL', longitude: '21.0' }, 'eeur'],
  [{ continent: 'EU', country: 'PT' }, 'weur'],
  [{ continent: 'NA', country: 'US', longitude: '-74.0' }, 'enam'],
  [{ continent: 'NA', country: 'US', longitude: '-122.4' }, 'wnam'],
  [{ continent: 'NA', country: 'US' }, 'enam'],
  [{ continent: 'SA', country: 'BR', longitude: '-46.6' }, 'sam'],
  [{ continent: 'AF', country: 'NG' }, 'afr'],
  [{ continent: 'OC', country: 'NZ' }, 'oc'],
  [{ continent: 'AS', country: 'JP' }, 'apac'],
  [{ continent: 'AS', country: 'AE' }, 'me'],
  [{ continent: 'AN' }, undefined],
  [{ country: 'T1' }, undefined],
  [{}, undefined],
  [undefined, undefined],
])('a request from %o gets the region %s', (place, hint) => {
  expect(locationHint(place)).toBe(hint)
})

test('opening the live connection places the hub near the user, an admin’s too', async () => {
  const hints: unknown[] = []
  const USER_HUB = {
    getByName: (name: string, options?: DurableObjectNamespaceGetDurableObjectOptions) => {
      hints.push(options?.locationHint)
      return env.USER_HUB.getByName(name, options)
    },
  } as unknown as typeof env.USER_HUB
  const connect = async (cookies: ReadonlyMap<string, string>, query: string) => {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request(`${SHOP}/ws${query}`, {
      headers: { upgrade: 'websocket', origin: SHOP, cookie },
      cf: { continent: 'OC', country: 'NZ', longitude: '174.8' },
    } as RequestInit)
    const { webSocket } = await ask(request, { ...env, USER_HUB })
    webSocket?.accept()
    return webSocket
  }
  const [user, admin] = [await aUser(), await aUser({ admin: true })]
  const own = await connect(user.cookies, '')
  expect(hints).toEqual(['oc'])
  const staffs = await connect(admin.cookies, '?isAdmin=true')
  staffs?.send(JSON.stringify({ type: 'init', userId: admin.id }))
  await expect.poll(() => hints).toEqual(['oc', 'oc'])
  for (const socket of [own, staffs]) socket?.close()
})
