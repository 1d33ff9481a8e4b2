export default function UsersTab() {
  return null
}
