export default function ProfileTab() {
  return null
}
