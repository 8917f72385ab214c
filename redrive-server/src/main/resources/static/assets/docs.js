// Starts Swagger UI on the description of this server. Requests that change something carry the page's form token, so
// that trying things out works in a signed-in browser.
const place = document.getElementById("docs");

window.SwaggerUIBundle({
  url: "/openapi.json",
  domNode: place,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: false,
  validatorUrl: null,
  presets: [window.SwaggerUIBundle.presets.apis],
  requestInterceptor: (request) => {
    if (place.dataset.csrfToken) request.headers[place.dataset.csrfHeader] = place.dataset.csrfToken;
    return request;
  },
});
