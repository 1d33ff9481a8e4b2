/**
 * Runs inline in <head> before the first paint: a chosen theme applies without a flash, and the links to the login are
 * hidden if the server's hint cookie says that the visitor is probably signed in.
 */
export const firstPaintScript =
  "{const d=document,h=d.documentElement.dataset;try{const t=localStorage.getItem('theme');if(t==='light'||t==='dark')h.theme=t}catch(e){}if(/(^|; )(__Host-)?signed_in=1/.test(d.cookie))h.signedIn=''}"
