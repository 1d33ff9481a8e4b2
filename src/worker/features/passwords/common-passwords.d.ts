declare module '*/common-passwords.txt?raw' {
  const text: string
  export default text
}
