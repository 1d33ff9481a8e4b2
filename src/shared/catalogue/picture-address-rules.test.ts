import { expect, test } from 'vitest'
import { isPublicPictureAddress } from './picture-address-rules.ts'

test.each([
  'https://pictures.example/a.png',
  'https://sub.pictures.example./a?b=c',
  'https://bücher.example/a',
])('%s may be copied', (address) => expect(isPublicPictureAddress(address)).toBe(true))

test.each([
  'http://pictures.example/a.png',
  'ftp://pictures.example/a.png',
  'data:image/png;base64,AAAA',
  'https://me:secret@pictures.example/a.png',
  'https://pictures.example:8443/a.png',
  'https://localhost/a.png',
  'https://LOCALHOST./a.png',
  'https://shop.localhost/a.png',
  'https://router/a.png',
  'https://printer.local/a.png',
  'https://metadata.google.internal/a.png',
  'https://nas.home.arpa/a.png',
  'https://db.corp/a.png',
  'https://127.0.0.1/a.png',
  'https://127.1/a.png',
  'https://2130706433/a.png',
  'https://0x7f.0.0.1/a.png',
  'https://0177.0.0.1/a.png',
  'https://１２７.0.0.1/a.png',
  'https://10.0.0.1/a.png',
  'https://169.254.169.254/latest/meta-data',
  'https://192.168.1.1./a.png',
  'https://8.8.8.8/a.png',
  'https://[::1]/a.png',
  'https://[fe80::1]/a.png',
  'https://[::ffff:10.0.0.1]/a.png',
  'not an address',
])('%s is refused', (address) => expect(isPublicPictureAddress(address)).toBe(false))
