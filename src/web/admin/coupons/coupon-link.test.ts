import { expect, test } from 'vitest'
import { codesCsv, couponLink } from './coupon-link.ts'

test('the link of a coupon leads to the plans with its code', () => {
  expect(couponLink('https://shop.test', 'A B&1')).toBe('https://shop.test/pricing?coupon=A%20B%261')
})

test('the file of codes has one line for each code, with its link', () => {
  expect(codesCsv('https://shop.test', ['SALE-AAAA2222', 'SALE-BBBB3333'])).toBe(
    'code,link\r\nSALE-AAAA2222,https://shop.test/pricing?coupon=SALE-AAAA2222\r\nSALE-BBBB3333,https://shop.test/pricing?coupon=SALE-BBBB3333\r\n',
  )
})
