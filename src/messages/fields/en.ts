// How a person gets keys or an app of a platform, and the words beside each value that a person types, in English.
export const fields_en = {
  'credentials.email_a':
    'In Klaviyo under Settings, API keys: create a private key with read access to accounts, campaigns, events, metrics, profiles and templates.',
  'credentials.email_b':
    'In Mailchimp under Account & billing, Extras, API keys: create a key as a user with the role Manager or above.',
  'credentials.email_c':
    'In the settings of Brevo, on the page of API keys (API Keys & MCP, or SMTP & API): generate a key. Where Brevo blocks unknown IP addresses, authorize the one of this server.',
  'credentials.google':
    'In the Google Cloud console: enable the {apis}, and create an OAuth client for a web application.',
  'credentials.gx_ads': 'The developer token is in the API Center of a Google Ads manager account.',
  'credentials.heat_a':
    'In Clarity under Settings, Data export: an administrator of the project generates an API token. It is valid for this project only.',
  'credentials.linkedin': 'In the LinkedIn developer portal: create an app with the {api}.',
  'credentials.merchant_feed':
    'An administrator of the Merchant Center account registers the project once, with developerRegistration:registerGcp.',
  'credentials.meta':
    'At developers.facebook.com: create a business app. Its settings show the app id and the app secret.',
  'credentials.mpa': 'In the DevCenter of Mercado Libre: create an application with the permissions.',
  'credentials.mpb_ads':
    'In the Amazon developer console: create a security profile of Login with Amazon, and apply for the Amazon Ads API with it.',
  'credentials.mpb_sp': 'In Seller Central, Apps and services: register an app with the roles.',
  'credentials.net_d_ads':
    'In the X developer portal: create an app, and apply for the Ads API. The page of its keys shows the API key and its secret.',
  'credentials.store_c':
    'In WordPress, open WooCommerce, Settings, Advanced, REST API. Add a key with the permission "Read/Write" for a user who is an administrator or shop manager.',
  'credentials.sx':
    'In the Dev Dashboard of Shopify: create an app with the permissions, install it in the shop, and copy the client id and secret from its settings.',
  'credentials.tnx': 'In the partners panel of Tiendanube: create an app with the permissions.',
  'credentials.tx_ads': 'In the TikTok API for Business portal: create an app with the permissions.',

  'field.access_token': 'Access token',
  'field_help.access_token': 'The token, as the platform shows it.',
  'field.api_key': 'API key',
  'field_help.api_key': 'The key, as the platform shows it.',
  'field.api_token': 'API token',
  'field_help.api_token': 'The token, as the platform shows it.',
  'field.application_id': 'Id of the application',
  'field_help.application_id': 'Id of the application, which begins with amzn1.sp.solution.',
  'field.client_id': 'Id of the app',
  'field_help.client_id': 'The platform can call it client id, app id or API key.',
  'field.client_secret': 'Secret of the app',
  'field_help.client_secret': 'The platform can call it client secret, app secret or API key secret.',
  'field.contact': 'Contact',
  'field_help.contact':
    'An email address or a link with which the vendor can reach you. It is sent with every request.',
  'field.country_of_sales': 'Country',
  'field_help.country_of_sales': 'Country in which the seller sells.',
  'field.country_of_seller': 'Country',
  'field_help.country_of_seller':
    'Country in which the seller registered. Choose the other countries for the United States, Germany, Spain, France, Italy, the United Kingdom and Japan.',
  'field.developer_token': 'Developer token',
  'field_help.developer_token': 'Developer token of the Google Ads API, from the API Center of a manager account.',
  'field.imported_channels': 'Imported channels',
  'field_help.imported_channels':
    'Channels of orders that another program imports from Mercado Libre (mpa) or Amazon (mpb_sp), such as mercadolibre = mpa. Without it these sales count twice.',
  'field.key_ends_on': 'End of the key',
  'field_help.key_ends_on':
    'The day on which the key ends, as Brevo asked for it under Expiry, such as 2027-05-31. Empty: the key has no end.',
  'field.mailchimp_data_center': 'Data center',
  'field_help.mailchimp_data_center':
    'Only for a token: its data center, such as us21, which is dc in the answer of https://login.mailchimp.com/oauth2/metadata.',
  'field.mailchimp_key': 'API key',
  'field_help.mailchimp_key': 'The key, as Mailchimp shows it. It ends with its data center, such as -us21.',
  'field.mailchimp_token': 'Token of OAuth',
  'field_help.mailchimp_token': 'A token of OAuth, instead of the key. It does not end.',
  'field.project_id': 'Id of the project',
  'field_help.project_id':
    'Id of the project, in the address of its dashboard after clarity.microsoft.com/projects/view/.',
  'field.region': 'Region',
  'field_help.region': 'Region of the marketplaces.',
  'field.shop_domain': 'Domain of the shop',
  'field_help.shop_domain': 'The permanent domain of the shop, such as my-shop.myshopify.com.',
  'field.shop_url': 'Address of the shop',
  'field_help.shop_url': 'The address of the shop’s site, such as https://shop.example.',
  'field.site_name': 'Name of the site',
  'field_help.site_name': 'Name of the site. When absent: the id.',
  'field.wp_application_password': 'Application password',
  'field_help.wp_application_password':
    'Only for changes of pages: an application password of that person, from their profile in WordPress.',
  'field.wp_user': 'Person of WordPress',
  'field_help.wp_user': 'Only for changes of pages: the name of a person of WordPress.',

  'option.na': 'North America and Brazil',
  'option.eu': 'Europe, India, Middle East and Africa',
  'option.fe': 'Japan, Australia and Singapore',
  'option.others': 'Other countries',
} as const satisfies Record<string, string>
