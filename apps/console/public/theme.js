// Sets the colour scheme before anything is drawn, so that a dark page never flashes white.
(function () {
  let scheme = null;
  try {
    scheme = localStorage.getItem('acacia.theme');
  } catch {
    // Storage is blocked: the system's scheme is taken.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
