import { describe, expect, test } from 'vitest'
import { aUser } from '../../testing/clients.ts'
import { evict } from '../../testing/evicted.ts'
import { adminsHub, aNotification, hubOf, pushTo } from '../../testing/hubs.ts'
import { connect, connectStaff, shake, until } from '../../testing/sockets.ts'

const ofBothHubs = async () => {
  const admin = await aUser({ admin: true })
  const socket = await connectStaff(admin)
  const types = () => socket.came.map(({ type }): string => type)
  socket.say({ type: 'admin-init', userId: admin.id, isAdmin: true })
  await until(() => types().includes('admin-stats'))
  return { admin, socket, types }
}

describe('an admin’s socket', () => {
  // spec: socket-open, admin-socket-messages, socket-messages
  test('gets the welcome and own notifications after init, the totals and the feed after admin-init', async () => {
    const { admin, socket, types } = await ofBothHubs()
    expect(types()).toEqual(['welcome', 'admin-stats'])
    await pushTo(admin.id, 'mine', aNotification('mine'))
    await until(() => types().includes('notification'))
    expect(socket.came.find(({ type }) => type === 'notification')).toMatchObject({
      seq: 1,
      data: { id: 'mine' },
    })
    await aUser()
    await adminsHub().refresh()
    await until(() => types().includes('admin-update'))
    socket.say({ type: 'ping', timestamp: 1 })
    socket.say({ type: 'mark_all_read' })
    await until(() => types().includes('pong') && types().includes('notifications'))
    expect(socket.bell?.map(({ id, read }) => [id, read])).toEqual([['mine', true]])
    expect(socket.closed).toBeNull()
    expect((await connectStaff(admin, '&after=0')).seqs).toEqual([1])
  })

  test('gets nothing before its first message but the answers to pings', async () => {
    const admin = await aUser({ admin: true })
    const socket = await connect(admin, { query: '?isAdmin=true', greeted: false })
    socket.sayRaw('ping')
    socket.say({ type: 'ping', timestamp: 1 })
    await until(() => socket.texts.length === 2)
    expect(socket.texts).toEqual(['pong', '{"type":"pong"}'])
    socket.say({ type: 'mark_all_read' })
    await until(() => socket.closed !== null)
    expect(socket.closed?.code).toBe(1008)
  })

  test.each([
    ['the admin’s own hub', async (id: number) => hubOf(id)],
    ['the admins’ hub', async () => adminsHub()],
  ])('is closed when %s ends, so that the browser connects again', async (_, hub) => {
    const { admin, socket } = await ofBothHubs()
    await evict(await hub(admin.id), { webSockets: 'close' })
    await until(() => socket.closed !== null)
  })

  test.each(['init', 'admin-init'] as const)(
    'is closed at its first %s after its session has ended',
    async (type) => {
      const admin = await aUser({ admin: true })
      const socket = await connect(admin, { query: '?isAdmin=true', greeted: false })
      expect((await admin.post('/api/auth/logout')).status).toBe(200)
      socket.say({ type, userId: admin.id, isAdmin: true })
      await until(() => socket.closed !== null)
      expect([socket.closed?.code, socket.texts]).toEqual([4001, []])
    },
  )

  test('is closed with its session by either hub', async () => {
    const { admin, socket } = await ofBothHubs()
    expect((await admin.post('/api/auth/logout')).status).toBe(200)
    await until(() => socket.closed !== null)
    expect(socket.closed?.code).toBe(4001)
    expect((await shake(admin, { query: '?isAdmin=true' })).status).toBe(401)
  })
})
