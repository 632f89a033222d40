// How a person gets keys or an app of a platform, and the words beside each value that a person types, in Spanish.
export const fields_es = {
  'credentials.email_a':
    'En Klaviyo, en «Settings», «API keys»: crea una clave privada con acceso de lectura a «Accounts», «Campaigns», «Events», «Metrics», «Profiles» y «Templates».',
  'credentials.email_b':
    'En Mailchimp, en tu cuenta («Account»), en «Extras», «Claves API»: crea una clave con un usuario que tenga el rol «Manager» o superior.',
  'credentials.email_c':
    'En la configuración de Brevo, en la página de las claves de API («API Keys & MCP», o «SMTP & API»): genera una clave. Si Brevo bloquea direcciones IP desconocidas, autoriza la de este servidor.',
  'credentials.google':
    'En la consola de Google Cloud: habilita {apis} y crea un cliente de OAuth para una aplicación web.',
  'credentials.gx_ads':
    'El token de desarrollador está en el «Centro de API» de una cuenta de administrador de Google Ads.',
  'credentials.heat_a':
    'En Clarity, en «Settings», «Data export»: un administrador del proyecto genera un token de API. Solo vale para este proyecto.',
  'credentials.linkedin': 'En el portal de desarrolladores de LinkedIn: crea una aplicación con la {api}.',
  'credentials.merchant_feed':
    'Un administrador de la cuenta de Merchant Center registra el proyecto una vez, con developerRegistration:registerGcp.',
  'credentials.meta':
    'En developers.facebook.com: crea una aplicación del tipo «Business». Su configuración muestra el identificador y el secreto de la aplicación.',
  'credentials.mpa': 'En el DevCenter de Mercado Libre: crea una aplicación con los permisos.',
  'credentials.mpb_ads':
    'En la consola de desarrolladores de Amazon: crea un «Security Profile» de «Login with Amazon» y solicita con él la Amazon Ads API.',
  'credentials.mpb_sp': 'En Seller Central, en «Apps and Services»: registra una aplicación con los roles.',
  'credentials.net_d_ads':
    'En el portal de desarrolladores de X: crea una aplicación y solicita la Ads API. La página de sus claves muestra la clave de API y su secreto.',
  'credentials.store_c':
    'En WordPress, en los ajustes avanzados de WooCommerce, en «API REST»: añade una clave de lectura y escritura para un usuario que sea administrador o gestor de la tienda.',
  'credentials.sx':
    'En el «Dev Dashboard» de Shopify: crea una aplicación con los permisos, instálala en la tienda y copia el identificador y el secreto de su configuración.',
  'credentials.tnx': 'En el panel de socios de Tiendanube: crea una aplicación con los permisos.',
  'credentials.tx_ads': 'En el portal TikTok API for Business: crea una aplicación con los permisos.',

  'field.access_token': 'Token de acceso',
  'field_help.access_token': 'El token, tal como lo muestra la plataforma.',
  'field.api_key': 'Clave de API',
  'field_help.api_key': 'La clave, tal como la muestra la plataforma.',
  'field.api_token': 'Token de API',
  'field_help.api_token': 'El token, tal como lo muestra la plataforma.',
  'field.application_id': 'Identificador de la aplicación',
  'field_help.application_id': 'Identificador de la aplicación, que empieza por amzn1.sp.solution.',
  'field.client_id': 'Identificador de la aplicación',
  'field_help.client_id': 'La plataforma puede llamarlo «client id», «app id» o «API key».',
  'field.client_secret': 'Secreto de la aplicación',
  'field_help.client_secret': 'La plataforma puede llamarlo «client secret», «app secret» o «API key secret».',
  'field.contact': 'Contacto',
  'field_help.contact': 'Un correo o un enlace con el que el proveedor puede contactarte. Se envía con cada solicitud.',
  'field.country_of_sales': 'País',
  'field_help.country_of_sales': 'País en el que vende el vendedor.',
  'field.country_of_seller': 'País',
  'field_help.country_of_seller':
    'País en el que se registró el vendedor. Elige los demás países para Estados Unidos, Alemania, España, Francia, Italia, Reino Unido y Japón.',
  'field.developer_token': 'Token de desarrollador',
  'field_help.developer_token':
    'Token de desarrollador de la Google Ads API, del «Centro de API» de una cuenta de administrador.',
  'field.imported_channels': 'Canales importados',
  'field_help.imported_channels':
    'Canales de pedidos que otro programa importa de Mercado Libre (mpa) o Amazon (mpb_sp), por ejemplo mercadolibre = mpa. Si falta, estas ventas cuentan dos veces.',
  'field.key_ends_on': 'Fin de la clave',
  'field_help.key_ends_on':
    'El día en que la clave deja de valer, como Brevo lo pidió en «Expiry», por ejemplo 2027-05-31. Vacío: la clave no tiene fin.',
  'field.mailchimp_data_center': 'Centro de datos',
  'field_help.mailchimp_data_center':
    'Solo para un token: su centro de datos, por ejemplo us21, que es dc en la respuesta de https://login.mailchimp.com/oauth2/metadata.',
  'field.mailchimp_key': 'Clave de API',
  'field_help.mailchimp_key':
    'La clave, tal como la muestra Mailchimp. Termina con su centro de datos, por ejemplo -us21.',
  'field.mailchimp_token': 'Token de OAuth',
  'field_help.mailchimp_token': 'Un token de OAuth, en lugar de la clave. No vence.',
  'field.project_id': 'Identificador del proyecto',
  'field_help.project_id':
    'Identificador del proyecto, en la dirección de su panel después de clarity.microsoft.com/projects/view/.',
  'field.region': 'Región',
  'field_help.region': 'Región de los mercados.',
  'field.shop_domain': 'Dominio de la tienda',
  'field_help.shop_domain': 'El dominio permanente de la tienda, por ejemplo my-shop.myshopify.com.',
  'field.shop_url': 'Dirección de la tienda',
  'field_help.shop_url': 'La dirección del sitio de la tienda, por ejemplo https://shop.example.',
  'field.site_name': 'Nombre del sitio',
  'field_help.site_name': 'Nombre del sitio. Si falta: el identificador.',
  'field.wp_application_password': 'Contraseña de aplicación',
  'field_help.wp_application_password':
    'Solo para cambios de páginas: una contraseña de aplicación de esa persona, de su perfil en WordPress.',
  'field.wp_user': 'Persona de WordPress',
  'field_help.wp_user': 'Solo para cambios de páginas: el nombre de una persona de WordPress.',

  'option.na': 'Norteamérica y Brasil',
  'option.eu': 'Europa, India, Oriente Medio y África',
  'option.fe': 'Japón, Australia y Singapur',
  'option.others': 'Los demás países',
} as const satisfies Record<string, string>
