import type { OwnedGrant } from '#shared/access/rules.ts'
import { toUsd } from '#shared/core/money.ts'
import { hasRole, type StaffRole } from '#shared/core/staff-roles.ts'
import type { Page, UserDetail } from '#shared/users/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import type { Viewer } from '../../http/app-env.ts'
import { toPage } from '../../http/paging.ts'
import { selectOwnedGrants } from '../access/find-access.ts'
import {
  type DeviceRow,
  type GrantRow,
  listCommissions,
  listDevices,
  listDownloads,
  listGrants,
  listHistory,
  listMails,
  listNotes,
  listPurchases,
  listSessions,
  listSubscriptions,
  type Page as PageParams,
  pageOfGrants,
  selectAccount,
  sumReferrals,
} from './store.ts'
import {
  toAccount,
  toCommission,
  toDownload,
  toGrant,
  toHistoryEntry,
  toMail,
  toNote,
  toPurchase,
  toSession,
  toSubscription,
} from './views.ts'

/** The first page of each list, which comes with the account. */
const FIRST: PageParams = { limit: 10 }

/**
 * An account with the first page of each of its lists, in one round trip. Support gets no sessions, and only an owner
 * the history, which is an extract of the audit log. @throws Problem 404
 */
export async function readUser(
  db: Db,
  publicUrl: string,
  viewer: Viewer,
  id: number,
  now: number,
): Promise<UserDetail> {
  const [
    accounts,
    purchases,
    grants,
    ownedGrants,
    devices,
    subscriptions,
    downloads,
    mails,
    commissions,
    sums,
    sessions,
    notes,
    history,
  ] = await db.batch([
    selectAccount(db, id),
    listPurchases(db, id, FIRST),
    listGrants(db, id, FIRST),
    selectOwnedGrants(db, pageOfGrants(id, FIRST)),
    listDevices(db, id, FIRST),
    listSubscriptions(db, id, FIRST),
    listDownloads(db, id, FIRST),
    listMails(db, id, FIRST),
    listCommissions(db, id, FIRST),
    sumReferrals(db, id),
    listSessions(db, id, now),
    listNotes(db, id, FIRST),
    listHistory(db, id, FIRST),
  ])
  const account = accounts[0]
  if (!account) throw new Problem(404, 'There is no such user.')
  const [sum] = sums
  const may = (least: StaffRole) => hasRole(viewer.staffRole, least)
  return {
    account: toAccount(account, publicUrl, viewer),
    purchases: paged(purchases, toPurchase, FIRST),
    grants: pagedGrants(grants, ownedGrants, devices, FIRST, now),
    subscriptions: paged(subscriptions, toSubscription, FIRST),
    downloads: paged(downloads, toDownload, FIRST),
    mails: paged(mails, toMail, FIRST),
    commissions: paged(commissions, toCommission, FIRST),
    referrals: {
      registered: sum?.registered ?? 0,
      pending: toUsd(sum?.pending ?? 0),
      payable: toUsd(sum?.payable ?? 0),
      paid: toUsd(sum?.paid ?? 0),
    },
    sessions: may('manager') ? sessions.map((session) => toSession(session, viewer.sessionId)) : [],
    notes: paged(notes, (note) => toNote(note, viewer.id), FIRST),
    history: paged(may('owner') ? history : [], toHistoryEntry, FIRST),
  }
}

/** A page of grants, each with its access and the devices of its licence. One round trip. */
export async function readGrants(db: Db, id: number, page: PageParams, now: number) {
  const [grants, ownedGrants, devices] = await db.batch([
    listGrants(db, id, page),
    selectOwnedGrants(db, pageOfGrants(id, page)),
    listDevices(db, id, page),
  ])
  return pagedGrants(grants, ownedGrants, devices, page, now)
}

function pagedGrants(
  grants: GrantRow[],
  ownedGrants: OwnedGrant[],
  devices: DeviceRow[],
  page: PageParams,
  now: number,
) {
  const byGrant = new Map(ownedGrants.map((ownedGrant) => [ownedGrant.grantId, ownedGrant]))
  return paged(grants, (row) => toGrant(row, byGrant.get(row.grant.id), devices, now), page)
}

/** A page of views, from rows that are one more than `limit`. */
export function paged<Row, View extends { id: number }>(
  rows: Row[],
  view: (row: Row) => View,
  { limit }: PageParams,
): Page<View> {
  const { rows: data, nextCursor } = toPage(rows.map(view), limit)
  return { data, nextCursor }
}
