export const renderPage = async () => ''
