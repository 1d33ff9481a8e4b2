import { describe, expect, test } from 'vitest'
import { emailDomainMark } from '../users/look-alike-rules.ts'
import { refuseUsername } from './username-rules.ts'
import { skeletonOf } from './username-skeleton-rules.ts'

const MIXED = 'Use letters of one alphabet only'
const RESERVED = 'This name is reserved. Please choose another one'

test.each([
  'anna',
  'Anna_2',
  'иван',
  'Γιώργος',
  'محمد',
  '張偉',
  '山田たろう',
  'ヤマダ',
  '山田Taro',
  '김철수',
  '김Kim金',
  'ㄅㄆ漢',
  'שרה',
  'สมชาย',
  'josé',
  'müller.7',
  'administer',
  'supporter',
  'rooted',
  'systemic',
  'teamwork',
  'ownership',
  'robot',
  'infos',
  'modest',
])('the name %s is accepted', (name) => expect(refuseUsername(name)).toBeNull())

test.each(['аnna', 'annа', 'pаypal', 'иvan', 'Γiώργος', '김たろう', 'ㄅたろう', 'aمحمد', 'ᏚᏢᎯ', 'иванγ'])(
  'the name %s mixes alphabets, or uses one of no language today, and is refused',
  (name) => expect(refuseUsername(name)).toBe(MIXED),
)

test.each([
  'admin',
  'ADMIN',
  'Adm1n',
  'adrnin',
  '4dm1n',
  'a.d.m.i.n',
  'admin01',
  '_admin_',
  'support',
  'supp0rt',
  '5upp0rt',
  'support-team',
  'windfall',
  'w1ndfall',
  'VVindfall',
  'the-windfall-shop',
  'my.windfa11',
  'windfall-support',
  'root',
  'r00t',
  'owner',
  'security',
  's3cur1ty',
  'system',
  'staff',
  '5t4ff',
  'moderator',
  'official',
  'postmaster',
  'abuse',
  'ａｄｍｉｎ',
  'admín',
  'noreply',
])('the name %s is reserved', (name) => expect(refuseUsername(name)).toBe(RESERVED))

describe('two names', () => {
  test.each([
    ['paypal', 'pаypаl'],
    ['paypal', 'PayPa1'],
    ['modern', 'rnodern'],
    ['will', 'vvill'],
    ['john.doe', 'john_doe'],
    ['osman', 'оѕman'],
    ['ivan', 'ivаn'],
    ['jose', 'josé'],
    ['oscar', '0scar'],
  ])('%s and %s look alike', (one, other) => expect(skeletonOf(one)).toBe(skeletonOf(other)))

  test.each([
    ['anna', 'anne'],
    ['john', 'johns'],
    ['иван', 'иваш'],
    ['7up', '1up'],
  ])('%s and %s do not', (one, other) => expect(skeletonOf(one)).not.toBe(skeletonOf(other)))
})

test.each([
  ['a@mail.example', null],
  ['a@münchen.example', null],
  ['a@xn--mnchen-3ya.example', 'punycode'],
  ['a@sub.XN--80ak6aa92e.com', 'punycode'],
  ['a@pаypal.com', 'mixed'],
  ['a@почта.рф', null],
  ['deleted', null],
] as const)('the domain of %s is marked as %s', (email, mark) => expect(emailDomainMark(email)).toBe(mark))
